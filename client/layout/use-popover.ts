import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * A native popover and its state for `aria-expanded`. The state is undefined until hydration: without scripts a fixed value would be
 * wrong once the menu opens, and browsers provide their own. The popover closes when the focus leaves its parent, which also contains
 * its button.
 */
export function usePopover<T extends HTMLElement>() {
  const ref = useRef<T>(null)
  const [expanded, setExpanded] = useState<boolean>()
  const hide = useCallback(() => ref.current?.hidePopover?.(), [])

  useEffect(() => {
    const popover = ref.current
    // Without popover support the menu stays closed.
    if (popover === null || !('popover' in HTMLElement.prototype)) return
    const read = () => setExpanded(popover.matches(':popover-open'))
    read()
    popover.addEventListener('toggle', read)
    // When a tablet is turned, the header changes its layout, and an open menu would cover it.
    const wide = matchMedia('(width >= 64rem)')
    wide.addEventListener('change', hide)
    // The focus must not go behind the sheet of small screens.
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
