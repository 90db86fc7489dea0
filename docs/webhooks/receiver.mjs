// A receiver of kadry's webhooks with nothing but Node's own modules.
//
//   WEBHOOK_SECRETS='whsec_...' node receiver.mjs
//
// WEBHOOK_SECRETS holds the secret, or two separated by a space while it is changed.
// In Express take the raw bytes: app.post('/webhook', express.raw({ type: '*/*' }), ...).
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const tolerance = 5 * 60; // seconds
const longest = 1 << 20; // bytes

// What follows whsec_ is base64, anything else is the key as it stands.
const keyOf = (secret) =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret);

const equal = (a, b) => a.length === b.length && timingSafeEqual(a, b);

// Tells whether a request comes from kadry. body must be a Buffer of the bytes as they arrived.
export function verify(headers, body, keys, now) {
  const id = headers['webhook-id'] ?? '';
  const timestamp = headers['webhook-timestamp'] ?? '';
  if (!id || !/^[0-9]{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > tolerance) return false;
  let fits = false;
  for (const key of keys) {
    const mac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body);
    const want = Buffer.from('v1,' + mac.digest('base64'));
    for (const given of (headers['webhook-signature'] ?? '').split(' ')) {
      fits = equal(want, Buffer.from(given)) || fits;
    }
  }
  return fits;
}

function handle(event) {
  if (event.type === 'question') console.log('ask the candidate:', event.question);
  if (event.type === 'end') console.log('finished with', event.analysis_result.overall_score);
  if (event.type === 'error') console.log('failed:', event.message);
}

async function read(req) {
  const parts = [];
  let size = 0;
  for await (const part of req) {
    size += part.length;
    if (size > longest) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const keys = (process.env.WEBHOOK_SECRETS ?? '').split(' ').filter(Boolean).map(keyOf);
if (keys.length === 0) throw new Error('set WEBHOOK_SECRETS');
const seen = new Set(); // in real life a table with a unique column, kept for two days

const server = createServer(async (req, res) => {
  const answer = (status) => res.writeHead(status).end();
  const body = await read(req);
  if (req.method !== 'POST' || body === null) return answer(400);
  if (!verify(req.headers, body, keys, Date.now() / 1000)) return answer(401);
  const id = req.headers['webhook-id'];
  if (seen.has(id)) return answer(200); // a repetition; it was done the first time
  try {
    handle(JSON.parse(body.toString('utf8')));
  } catch (error) {
    console.error(error);
    return answer(500); // it will come again
  }
  seen.add(id);
  return answer(204);
});
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on 127.0.0.1:${server.address().port}`);
});
