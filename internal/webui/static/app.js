// Everything here makes a page quicker; every page works without it.
import { chips } from './chips.js'
import { keys } from './keys.js'
import { dialogs } from './dialog.js'
import { palette } from './palette.js'
import { picks } from './pick.js'
import { marks } from './mark.js'
import { uploads } from './upload.js'
import { copies } from './copy.js'
import { offline } from './offline.js'
import { exams } from './exam.js'
import { tryouts } from './tryout.js'

for (const start of [chips, dialogs, palette, keys, picks, marks, uploads, copies, offline, exams, tryouts]) start(document)
