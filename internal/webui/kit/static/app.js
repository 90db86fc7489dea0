// Everything here makes a page quicker; every page works without it. A room adds a script of
// its own to its pages.
import { keys } from './keys.js'
import { dialogs } from './dialog.js'
import { palette } from './palette.js'
import { copies } from './copy.js'
import { offline } from './offline.js'
import { zone } from './zone.js'

for (const start of [dialogs, palette, keys, copies, offline, zone]) start(document)
for (const button of document.querySelectorAll('[data-print]')) button.addEventListener('click', () => print())
