import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { counterpart, otherLanguage, withoutPrefix } from '../../shared/language.ts'
import { addressOf, knownQuery, pathOf, previewPath } from '../../shared/site-map.ts'
import { useLanguage, useSite } from '../context/site.tsx'

/** The form's id, for a button outside of it. */
export const toggleForm = 'language-toggle'

/** A form, so it works without JavaScript. With JavaScript it switches without a page load. */
export function LanguageToggle({ className }: { className?: string }) {
  const { t } = useTranslation()
  const { setLanguage, prefetch } = useSite()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const target = otherLanguage(useLanguage())
  const isPreview = pathname.startsWith(previewPath(''))
  // On the error screen the toggle leads to the home page, since the address exists in neither language.
  const address = addressOf(pathname)
  const path = isPreview ? pathOf('blog') : address ? withoutPrefix(pathname) : '/'

  // A chosen subject stays chosen, and a form that came back keeps the typed text. The number of a list page is dropped, since the
  // other language may have fewer pages.
  const query = knownQuery(address, new URLSearchParams(search)).toString()

  const to = counterpart(path, target)
  const approach = () => prefetch(to, target)

  function toggle(event: FormEvent) {
    event.preventDefault()
    setLanguage(target)
    void navigate(
      { pathname: to, search: query },
      { preventScrollReset: withoutPrefix(to) === withoutPrefix(pathname) },
    )
  }

  return (
    <form id={toggleForm} method="post" action="/language" className={className} onSubmit={toggle}>
      <input type="hidden" name="lang" value={target} />
      <input type="hidden" name="to" value={counterpart(path, 'fr') + (query && `?${query}`)} />
      <button
        type="submit"
        lang={target}
        aria-label={`${t('toggle.short')}, ${t('toggle.label')}`}
        onPointerEnter={approach}
        onTouchStart={approach}
        onFocus={approach}
      >
        {t('toggle.short')}
      </button>
    </form>
  )
}
