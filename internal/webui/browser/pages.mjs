// The pages of no room, for the pictures and for axe.

export async function pages({ open, guarded, busy }) {
  return [
    { name: 'settings', path: '/settings', base: open },
    { name: 'missing', path: '/no-such-page', base: open },
    { name: 'front-palette', path: '/settings', base: open, act: (page) => page.keyboard.press('Control+k') },
    { name: 'front-keys', path: '/settings', base: open, act: (page) => page.keyboard.press('?') },
    { name: 'tasks', path: '/tasks', base: busy },
    ...['queued', 'running', 'done', 'failed', 'cancelled'].map((state) => ({ name: `task-${state}`, path: `/tasks/task_${state}`, base: busy })),
    { name: 'no-tasks', path: '/tasks?cursor=5', base: busy },
    { name: 'sign-in', path: '/sign-in?wrong=1', base: guarded },
  ]
}
