/**
 * What called for React happened before it could hear it: the pointer rests on a link whose page was to be fetched, or on a menu
 * that was to open, and would have to leave and come again. So it is told once more, as is the focus; a click is the browser's own.
 */
export function tellFirstIntent(): void {
  // The focus first: it closes a menu that it is not in.
  document.activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  // After a touch `:hover` stays where the finger was.
  const under = matchMedia('(hover: hover)').matches ? [...document.querySelectorAll(':hover')].at(-1) : undefined
  under?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))
}
