// A PostgreSQL with pgvector in memory on a free port of this machine. It says its port and
// ends when its input does.
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

const db = await PGlite.create({ extensions: { vector } })
const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0, maxConnections: 4 })
server.addEventListener('listening', (event) => console.log(event.detail.port))
await server.start()
process.stdin.on('end', async () => {
  await server.stop()
  await db.close()
  process.exit(0)
})
process.stdin.resume()
