type Recaptcha = {
  ready: (then: () => void) => void
  execute: (siteKey: string, options: { action: string }) => Promise<string>
}

const timeoutMs = 8000

/** Requests a token, valid for two minutes; null if Google fails or is late. */
export type ExecuteRecaptcha = () => Promise<string | null>

/**
 * Loads Google's script (reCAPTCHA v3); null if it is blocked, late or failing.
 *
 * @see https://developers.google.com/recaptcha/docs/v3
 */
export async function loadRecaptcha(siteKey: string): Promise<ExecuteRecaptcha | null> {
  const recaptcha = await withTimeout(load(siteKey))
  return recaptcha && (() => withTimeout(recaptcha.execute(siteKey, { action: 'contact' })))
}

function withTimeout<T>(work: Promise<T>): Promise<T | null> {
  const timeout = new Promise<null>((resolve) => setTimeout(resolve, timeoutMs, null))
  return Promise.race([work.catch(() => null), timeout])
}

async function load(siteKey: string): Promise<Recaptcha> {
  const known = recaptchaOf(window)
  if (known === undefined) {
    await new Promise<void>((resolve, reject) => {
      const src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`
      const script = Object.assign(document.createElement('script'), { src, async: true })
      script.addEventListener('load', () => resolve())
      script.addEventListener('error', () => reject(new Error('reCAPTCHA could not be loaded')))
      document.head.append(script)
    })
  }
  const recaptcha = known ?? recaptchaOf(window)
  if (recaptcha === undefined) throw new Error('reCAPTCHA is not what it should be')
  await new Promise<void>((resolve) => recaptcha.ready(resolve))
  return recaptcha
}

function recaptchaOf(holder: object): Recaptcha | undefined {
  return (holder as { grecaptcha?: Recaptcha }).grecaptcha
}
