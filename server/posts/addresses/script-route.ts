import { type Language, localise } from '../../../shared/language.ts'
import { pathOf } from '../../../shared/site-map.ts'

/** What the CMS's own scripts listen for: Portal, sharing and search by a path after `#`, comments by their place. */
const route = /#(?:\/|ghost-comments(?:-|$))/i

/** Of these, what this site has too: Portal opened at its beginning, at the sign-up or at an offer becomes the newsletter. */
const signUp = /#\/portal(?:\/(?:(?:signup|offers)(?:[/?].*)?)?)?$/i

/** Whether an address asks a script of the CMS for something, wherever it stands. */
export function isScriptRoute(address: string): boolean {
  return route.test(address)
}

/** Where a script's route leads on this site: to the newsletter's form; null for accounts and whatever else it does not have. */
export function scriptRoutePath(address: string, language: Language): string | null {
  return signUp.test(address) ? `${localise(pathOf('blog'), language)}#newsletter` : null
}
