// The pages of candidates.
import { chips } from './chips.js'
import { picks } from './pick.js'
import { marks } from './mark.js'
import { pane } from './pane.js'
import { sheet } from './sheet.js'
import { uploads } from './upload.js'

for (const start of [chips, picks, marks, pane, sheet, uploads]) start(document)
