// The pages of no room, for the pictures and for axe.

export async function pages({ open, guarded }) {
  return [
    { name: 'settings', path: '/settings', base: open },
    { name: 'missing', path: '/no-such-page', base: open },
    { name: 'front-palette', path: '/settings', base: open, act: (page) => page.keyboard.press('Control+k') },
    { name: 'front-keys', path: '/settings', base: open, act: (page) => page.keyboard.press('?') },
    { name: 'sign-in', path: '/sign-in?wrong=1', base: guarded },
  ]
}
