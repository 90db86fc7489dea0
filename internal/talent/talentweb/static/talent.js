// The pages of candidates.
import { chips } from './chips.js'
import { picks } from './pick.js'
import { marks } from './mark.js'
import { uploads } from './upload.js'

for (const start of [chips, picks, marks, uploads]) start(document)
