import { findLeftPlace } from './navigation/left-place.ts'

/**
 * The only script that a page loads at once. Every page works without the rest: links, forms and menus are the browser's
 * own. React comes when the visitor seems about to use something, or when the browser has nothing else to do; a link that is
 * chosen before it is there leads on by itself, and a form waits for it a moment (docs/decisions/006-script-when-idle.md).
 */
const interactive = 'a,button,input,textarea,select'
/** Signs of use wherever they are; the others count on something interactive only. */
const anywhere = 'keydown touchstart'
const intents = ['pointerover', 'pointerdown', 'focusin', ...anywhere.split(' ')]

const { pathname, search } = location

/**
 * Between pages that the router has shown, back and forward only change the address, also after a reload, and nobody else
 * listens until React is there: so the page of that address is loaded. False where it is, also to the entry, which asks with an
 * event of its own before it takes over.
 */
onpopstate = ({ isTrusted }) => {
  const stays = location.pathname === pathname && location.search === search
  if (!stays && isTrusted) location.reload()
  return stays
}

findLeftPlace()

let asked = false

function start(): void {
  if (asked) return
  asked = true
  for (const intent of intents) removeEventListener(intent, onIntent)
  const { entry, modules, style } = document.querySelector<HTMLElement>('[data-entry]')?.dataset ?? {}
  if (entry === undefined) return
  // The page's own modules in parallel with React, instead of one after the other.
  for (const href of modules?.match(/\S+/g) ?? []) ask({ rel: 'modulepreload', href })
  if (style !== undefined) ask({ rel: 'preload', as: 'style', href: style })
  // By its address: `import` of a module that the build knows comes with code that this page does not need yet.
  void import(/* @vite-ignore */ entry)
}

function ask(link: { rel: string; href?: string; as?: string }): void {
  document.head.append(Object.assign(document.createElement('link'), link))
}

function onIntent(event: Event): void {
  if (anywhere.includes(event.type) || (event.target instanceof Element && event.target.closest(interactive))) start()
}

/** How often, 50 ms apart, a form looks whether React is there, before it is sent without it. */
const looks = 14
let isHeld = false

/**
 * With scripts a form says that it is being sent, and the toggle keeps the place, since neither loads a page: what is sent while React
 * is on its way waits for it a moment. Where a page is loaded all the same, what stands in the contact form comes along.
 */
async function onSubmit(event: SubmitEvent): Promise<void> {
  const form = event.target as HTMLFormElement // nothing else is submitted
  const contact = document.querySelector<HTMLFormElement>('[action="/api/contact"]')
  try {
    if (contact && contact !== form) sessionStorage.contact = JSON.stringify(Object.fromEntries(new FormData(contact)))
  } catch {
    // Switched off by the visitor, or full.
  }
  // React hears first: then it is there already.
  if (!onpopstate || event.defaultPrevented) return
  event.preventDefault()
  if (isHeld) return
  isHeld = true
  start()
  for (let look = 0; look < looks && window.onpopstate; look += 1)
    await new Promise((resolve) => setTimeout(resolve, 50))
  // For a page that comes back out of the browser's memory.
  isHeld = false
  if (!window.onpopstate && form.isConnected) form.querySelector<HTMLElement>('[type=submit]')?.click()
  else {
    // React has made another one in its place.
    if (!form.isConnected) document.body.append(form)
    form.submit()
  }
}

addEventListener('submit', onSubmit)

function startWhenIdle(): void {
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 3000 })
  else start()
}

/** Right after `load` a browser calls itself idle before it has painted anything, and a telephone's fonts are on their way. */
const restMs = 3000

/** The Network Information API, where there is one. */
const connection = (navigator as { connection?: { saveData?: boolean } }).connection

for (const intent of intents) addEventListener(intent, onIntent, { passive: true })
// A list that was late is fetched by React: nothing to wait for.
if (document.querySelector('[data-late]')) start()
// A module's script runs before that.
else if (!connection?.saveData) addEventListener('load', () => setTimeout(startWhenIdle, restMs))
