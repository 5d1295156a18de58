import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * A native popover and its state for `aria-expanded`. The state is undefined until hydration: without scripts a fixed value would be
 * wrong once the menu opens, and browsers provide their own. The popover closes when the focus leaves the element that contains
 * it and its button.
 */
export function usePopover<T extends HTMLElement>() {
  const ref = useRef<T>(null)
  const [expanded, setExpanded] = useState<boolean>()
  const hide = useCallback(() => ref.current?.hidePopover?.(), [])

  useEffect(() => {
    const popover = ref.current
    // Without popover support the menu stays closed and the page still works.
    if (popover === null || !('popover' in HTMLElement.prototype)) return
    const read = () => setExpanded(popover.matches(':popover-open'))
    read()
    popover.addEventListener('toggle', read)
    // When a tablet is turned the header changes its shape, and an open menu would lie across it.
    const wide = matchMedia('(width >= 64rem)')
    wide.addEventListener('change', hide)
    // Behind the small screens' sheet the focus would be out of sight.
    const leave = () => {
      if (!popover.parentElement?.contains(document.activeElement)) hide()
    }
    document.addEventListener('focusin', leave)
    return () => {
      popover.removeEventListener('toggle', read)
      wide.removeEventListener('change', hide)
      document.removeEventListener('focusin', leave)
    }
  }, [hide])

  return { ref, expanded, hide }
}
