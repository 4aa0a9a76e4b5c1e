/** Words that carry no meaning of their own, in English and Hindi. Single letters are not among them: vitamin A. */
const fillers = new Set(
  'an and at by for from in of on or the to with ka ke ki ko se mein wala wale wali vala vale vali liye'
    .split(' ')
    .concat('का के की को से में वाला वाले वाली लिए और'.split(' ')),
)

export function isFiller(word: string): boolean {
  return fillers.has(word)
}
