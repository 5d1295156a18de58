import type * as entryClient from './entry-client.tsx'

/*
 * The only script that a page loads immediately. Every page works without the rest: links, forms and menus are native. React is loaded
 * when the visitor seems about to use something, or when the browser is idle. Until then the browser follows links, and forms wait
 * briefly for React (docs/decisions/006-script-when-idle.md).
 */

const interactive = 'a,button,input,textarea,select'
/** These events count anywhere, the others only on interactive elements. */
const anywhere = ['keydown', 'touchstart']
const intents = ['pointerover', 'pointerdown', 'focusin', ...anywhere]

/** How long a form waits for React's code before the browser sends it, in milliseconds. */
const formWaitMs = 700

let isStarted = false
/** React's code has loaded; hydration needs only processor time. */
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
/** Whether the address is still that of the loaded page. */
const isCurrent = () => location.pathname === pathname && location.search === search

async function start(): Promise<void> {
  if (isStarted) return
  isStarted = true
  for (const intent of intents) removeEventListener(intent, onIntent)
  const { entry, modules, style } = document.querySelector<HTMLElement>('[data-entry]')?.dataset ?? {}
  if (entry === undefined) return
  // Loads the page's own modules in parallel with React.
  for (const href of modules?.match(/\S+/g) ?? []) addLink({ rel: 'modulepreload', href })
  if (style !== undefined) addLink({ rel: 'preload', as: 'style', href: style })
  // A variable: for a literal specifier, the build would add code that this page does not need yet.
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
 * In entries that the router has made, back and forward only change the address, even after a reload. Until the router runs again,
 * load the page of that address.
 */
function onPopState(): void {
  if (!isHydrated && !isCurrent()) location.reload()
}

/**
 * Keeps the contact form's typed text, since React may render the form again. The form restores it (client/contact-form/contact-draft.ts).
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
 * Holds a form briefly while React loads. With React a form shows that it is being sent, and the toggle keeps the scroll position, since
 * neither loads a page.
 */
async function onSubmit(event: SubmitEvent): Promise<void> {
  // React's own handlers run before this one.
  if (isHydrated || event.defaultPrevented) return
  event.preventDefault()
  if (isHeld) return
  isHeld = true
  const form = event.target as HTMLFormElement // only forms are submitted
  void start()
  await Promise.race([hydration, new Promise((resolve) => setTimeout(resolve, formWaitMs))])
  if (isHydrating) await hydration
  // The page may be restored from the back/forward cache.
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

/** Right after `load`, a browser is idle before it has painted, and while a phone's fonts still load. In milliseconds. */
const idleAfterLoadMs = 3000

/** The Network Information API, if the browser has it. */
const connection = (navigator as { connection?: { saveData?: boolean } }).connection

for (const intent of intents) addEventListener(intent, onIntent, { passive: true })
addEventListener('popstate', onPopState)
addEventListener('input', onInput)
addEventListener('submit', onSubmit)
// React fetches a late list, so it is needed now.
if (document.querySelector('[data-late]')) void start()
// A module script runs before `load`.
else if (!connection?.saveData) addEventListener('load', () => setTimeout(startWhenIdle, idleAfterLoadMs))
