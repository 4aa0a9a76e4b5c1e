/** Words that carry no meaning of their own, in English and Hindi. Single letters are not among them: vitamin A. */
const fillers = new Set(
  'an and at by for from in of on or the to with ka ke ki ko se mein wala wale wali vala vale vali liye'
    .split(' ')
    .concat('का के की को से में वाला वाले वाली लिए और'.split(' ')),
)

/** What a buyer wants to do rather than what they look for. */
const wishes = new Set(
  'price prices pricing rate cost buy purchase online order chahiye kharidna कीमत दाम चाहिए'.split(' '),
)

/** Nouns that ask for the device itself, whatever it is: an x machine, an x apparatus. */
const deviceNouns = new Set(
  'machine apparatus device equipment instrument unit system appliance mashin masheen yantra upkaran मशीन यंत्र उपकरण'.split(
    ' ',
  ),
)

export function isFiller(word: string): boolean {
  return fillers.has(word)
}

export function isWish(word: string): boolean {
  return wishes.has(word)
}

/** `word` is in the singular. */
export function isDeviceNoun(word: string): boolean {
  return deviceNouns.has(word)
}
