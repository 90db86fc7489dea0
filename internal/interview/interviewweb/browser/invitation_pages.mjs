// Every page around an invitation, in every state. servers.links are links by the state they are in.

export function pages(servers) {
  const at = (name, path) => ({ name: 'invitation-' + name, path, base: servers.base })
  return [
    ...Object.entries(servers.links).map(([name, link]) => at(name, link)),
    at('withdrawing', servers.links.asked + '/withdraw'),
    at('dead', '/i/nothing'),
    at('form', '/invite?vacancy=' + servers.vacancy),
    at('list', `/vacancies/${servers.vacancy}/interviews`),
    at('list-empty', `/vacancies/${servers.other}/interviews`),
  ]
}
