import type * as entryClient from './entry-client.tsx'

/*
 * The only script that a page loads at once. Every page works without the rest: links, forms and menus are native. React is loaded
 * when the visitor seems about to use something, or when the browser is idle. Until then the browser follows links, and a form
 * waits for React for a moment (docs/decisions/006-script-when-idle.md).
 */

const interactive = 'a,button,input,textarea,select'
/** Signs of use anywhere; all other events count only on something interactive. */
const anywhere = ['keydown', 'touchstart']
const intents = ['pointerover', 'pointerdown', 'focusin', ...anywhere]

/** How long a form waits for React's code before it is sent without it, in milliseconds. */
const formWaitMs = 700

let isStarted = false
/** React's code is loaded and runs: the rest needs only processor time. */
let isHydrating = false
let isHydrated = false
let onHydrated = () => {}
const hydration = new Promise<void>((resolve) => {
  onHydrated = () => {
    isHydrated = true
    resolve()
  }
})

const { pathname, search } = location
/** Whether the address is still the one that this page was loaded for. */
const isCurrent = () => location.pathname === pathname && location.search === search

async function start(): Promise<void> {
  if (isStarted) return
  isStarted = true
  for (const intent of intents) removeEventListener(intent, onIntent)
  const { entry, modules, style } = document.querySelector<HTMLElement>('[data-entry]')?.dataset ?? {}
  if (entry === undefined) return
  // The page's own modules in parallel with React, instead of one after the other.
  for (const href of modules?.match(/\S+/g) ?? []) addLink({ rel: 'modulepreload', href })
  if (style !== undefined) addLink({ rel: 'preload', as: 'style', href: style })
  // An address: `import` of a module that the build knows comes with code that this page does not need yet.
  const { hydrate } = (await import(/* @vite-ignore */ entry)) as typeof entryClient
  isHydrating = await hydrate(isCurrent, onHydrated)
}

function addLink(link: { rel: string; href?: string; as?: string }): void {
  document.head.append(Object.assign(document.createElement('link'), link))
}

function onIntent(event: Event): void {
  if (anywhere.includes(event.type) || (event.target instanceof Element && event.target.closest(interactive)))
    void start()
}

/**
 * Between pages that the router has shown, back and forward only change the address, also after a reload: until the router is
 * there again, the page of that address is loaded.
 */
function onPopState(): void {
  if (!isHydrated && !isCurrent()) location.reload()
}

/**
 * Keeps the contact form's typed text, since React may render the form anew. The form restores it (client/contact-form/contact-draft.ts).
 */
function onInput({ target }: Event): void {
  const form = target instanceof Element && target.closest<HTMLFormElement>('[action="/api/contact"]')
  if (isHydrated || !form) return
  try {
    sessionStorage.contact = JSON.stringify(Object.fromEntries(new FormData(form)))
  } catch {
    // The storage is full, or the visitor has switched it off.
  }
}

let isHeld = false

/**
 * Holds a form for a moment while React is on its way: with scripts a form says that it is being sent, and the toggle keeps the place,
 * since neither loads a page.
 */
async function onSubmit(event: SubmitEvent): Promise<void> {
  // React's own handlers run before this one.
  if (isHydrated || event.defaultPrevented) return
  event.preventDefault()
  if (isHeld) return
  isHeld = true
  const form = event.target as HTMLFormElement // nothing else is submitted
  void start()
  await Promise.race([hydration, new Promise((resolve) => setTimeout(resolve, formWaitMs))])
  if (isHydrating) await hydration
  // For a page that is restored from the back/forward cache.
  isHeld = false
  if (isHydrated && form.isConnected) return form.querySelector<HTMLElement>('[type=submit]')?.click()
  // React has replaced the form.
  if (!form.isConnected) document.body.append(form)
  form.submit()
}

function startWhenIdle(): void {
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 3000 })
  else void start()
}

/** Right after `load` a browser calls itself idle before it has painted, and while a telephone's fonts are on their way. */
const idleAfterLoadMs = 3000

/** The Network Information API, if the browser has it. */
const connection = (navigator as { connection?: { saveData?: boolean } }).connection

for (const intent of intents) addEventListener(intent, onIntent, { passive: true })
addEventListener('popstate', onPopState)
addEventListener('input', onInput)
addEventListener('submit', onSubmit)
// React fetches a late list, so it is needed now.
if (document.querySelector('[data-late]')) void start()
// A module's script runs before that.
else if (!connection?.saveData) addEventListener('load', () => setTimeout(startWhenIdle, idleAfterLoadMs))
