/** Strokes in the text's colour, hidden from assistive technology, which has the text beside them. */
function Icon({ d }: { d: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={d} />
    </svg>
  )
}

export function Lines() {
  return <Icon d="M3 6h18M3 12h18M3 18h12" />
}

export function Cross() {
  return <Icon d="M5 5l14 14M19 5L5 19" />
}

export function Chevron() {
  return <Icon d="M6 9l6 6 6-6" />
}

export function Arrow() {
  return <Icon d="M4 12h16M14 6l6 6-6 6" />
}

export function ExternalArrow() {
  return <Icon d="M8 6h10v10M18 6L6 18" />
}

export function ArrowUp() {
  return <Icon d="M12 20V4M6 10l6-6 6 6" />
}
