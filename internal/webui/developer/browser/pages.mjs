// The pages for developers, for the pictures and for axe.

export async function pages({ open }) {
  return [
    { name: 'reference', path: '/developers', base: open },
    { name: 'reference-none', path: '/developers?q=zebra', base: open },
    { name: 'operation', path: '/developers/find_pets', base: open },
    { name: 'connect', path: '/developers/connect', base: open },
    { name: 'tokens', path: '/developers/tokens', base: open },
    { name: 'revoke', path: '/developers/tokens/ats/revoke', base: open },
    { name: 'audit', path: '/developers/audit?verify=1', base: open },
    { name: 'docs', path: '/developers/docs', base: open },
    { name: 'document', path: '/developers/docs/webhooks', base: open },
    { name: 'document-tables', path: '/developers/docs/quality', base: open },
    { name: 'document-file', path: '/developers/docs/webhooks/receiver.py', base: open },
  ]
}
