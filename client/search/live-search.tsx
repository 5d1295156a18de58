import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router-dom'
import { localise } from '../../shared/language.ts'
import { searchPath } from '../../shared/search.ts'
import { pathOf } from '../../shared/site-map.ts'
import { useLanguage } from '../context/site.tsx'
import { contentEvents } from '../context/content-events.ts'
import { fetchResults, wordsIn } from './search-data.ts'

/** The delay between the last key and the search, in milliseconds. */
const pauseMs = 250

type LiveSearchProps = { form: RefObject<HTMLFormElement | null> }

/**
 * Shows results while a visitor types. They are fetched first; until then the page does not change. The first search adds an entry to
 * the history, so that back leads to the list. Later searches replace that entry.
 */
export default function LiveSearch({ form }: LiveSearchProps) {
  const language = useLanguage()
  const navigate = useNavigate()
  const next = useNavigation().location
  const { pathname, search } = useLocation()
  const isLeaving = next !== undefined && next.pathname !== pathname
  // The words of the shown results, or of those that are loading.
  const words = wordsOf(next && !isLeaving ? next.search : search)
  const isSearch = wordsOf(search) !== ''
  const latest = useRef({ isLeaving, words, isSearch })
  useLayoutEffect(() => {
    latest.current = { isLeaving, words, isSearch }
  })
  const shown = useRef(pathname + search)

  // A layout effect runs before the announcer's, which then announces the results and leaves the focus in the field.
  useLayoutEffect(() => {
    if (shown.current === pathname + search) return
    shown.current = pathname + search
    if (!form.current?.contains(document.activeElement)) return
    document.dispatchEvent(new Event(contentEvents.listChanged))
    document.dispatchEvent(new Event(contentEvents.arrived))
  }, [pathname, search, form])

  useEffect(() => {
    const element = form.current
    if (element === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    const typed = () => wordsIn(element.querySelector('input')?.value ?? '')

    async function show(isSubmitted = false) {
      clearTimeout(timer)
      const asked = typed()
      const isSame = asked === latest.current.words
      // A failed search may be submitted again.
      if (isSame && (!isSubmitted || asked === '')) return
      const to = localise(asked === '' ? pathOf('blog') : searchPath(asked), language)
      if (asked !== '') await fetchResults(language, asked)
      // The visitor has typed more or followed a link meanwhile.
      if (isGone || latest.current.isLeaving || typed() !== asked) return
      await navigate(to, { replace: latest.current.isSearch, preventScrollReset: true })
      // The address is the same, so the effect above announces nothing.
      if (isSame) document.dispatchEvent(new Event(contentEvents.arrived))
    }
    const onInput = (event: Event) => {
      clearTimeout(timer)
      // Phone keyboards compose every word. Input methods of other scripts need more time for a word.
      timer = setTimeout(() => void show(), (event as InputEvent).isComposing ? 2 * pauseMs : pauseMs)
    }
    const onSubmit = (event: Event) => {
      event.preventDefault()
      void show(true)
    }
    // Words may be typed before this code has loaded.
    if (typed() !== latest.current.words) timer = setTimeout(() => void show(), pauseMs)
    element.addEventListener('input', onInput)
    element.addEventListener('compositionend', onInput)
    element.addEventListener('submit', onSubmit)
    return () => {
      isGone = true
      clearTimeout(timer)
      element.removeEventListener('input', onInput)
      element.removeEventListener('compositionend', onInput)
      element.removeEventListener('submit', onSubmit)
    }
  }, [form, language, navigate])
  return null
}

function wordsOf(query: string): string {
  return wordsIn(new URLSearchParams(query).get('q') ?? '')
}
