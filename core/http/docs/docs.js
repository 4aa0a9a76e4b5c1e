const filter = document.querySelector('#filter')
const count = document.querySelector('#count')
const calls = [...document.querySelectorAll('article[data-words]')]

/** Shows the calls that match every word, and hides the groups without a match. */
function apply() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = calls.filter((call) => {
    const matches = words.every((word) => call.dataset.words.includes(word))
    call.hidden = !matches
    document.querySelector(`[data-call="${call.id}"]`).hidden = !matches
    return matches
  })
  for (const group of document.querySelectorAll('main > section:not(#problems)')) {
    group.hidden = !group.querySelector('article:not([hidden])')
  }
  count.textContent = shown.length === 1 ? '1 endpoint' : `${shown.length} endpoints`
}

filter.addEventListener('input', apply)
apply()
