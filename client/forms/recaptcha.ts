type Recaptcha = {
  ready: (then: () => void) => void
  execute: (siteKey: string, options: { action: string }) => Promise<string>
}

const patienceMs = 8000

/**
 * Google's script (reCAPTCHA v3) and its token for this visitor; null where it is blocked, late or failing.
 *
 * @see https://developers.google.com/recaptcha/docs/v3
 */
export async function loadRecaptcha(siteKey: string): Promise<string | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null))
  return Promise.race([tokenOf(siteKey).catch(() => null), late])
}

async function tokenOf(siteKey: string): Promise<string> {
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
  return recaptcha.execute(siteKey, { action: 'contact' })
}

function recaptchaOf(holder: object): Recaptcha | undefined {
  return (holder as { grecaptcha?: Recaptcha }).grecaptcha
}
