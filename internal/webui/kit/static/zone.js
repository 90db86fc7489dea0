// Times on the clock of this browser. The server writes them so once a cookie tells it the zone; on
// the first page the times that stand alone are written anew here, the others say UTC.

export function zone(document) {
  const known = document.documentElement.dataset.zone
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (!here || known === here || known === 'UTC') return // UTC is a choice of the person
  document.cookie = `kadry_zone=${here}; path=/; max-age=31536000; samesite=strict${location.protocol === 'https:' ? '; secure' : ''}`
  for (const time of document.querySelectorAll('time[data-moment]')) time.textContent = written(new Date(time.dateTime), document.documentElement.lang)
}

function written(moment, lang) {
  if (Number.isNaN(moment.getTime())) return ''
  const form = new Intl.DateTimeFormat(lang === 'ru' ? 'ru' : 'en-US', {
    day: 'numeric', month: lang === 'ru' ? 'long' : 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23',
  })
  const part = Object.fromEntries(form.formatToParts(moment).map(({ type, value }) => [type, value]))
  const space = lang === 'ru' ? '\u00a0' : ' '
  return `${part.day}${space}${part.month}${space}${part.year}, ${part.hour}:${part.minute}`
}
