const paths = {
  lines: 'M3 6h18M3 12h18M3 18h12',
  cross: 'M5 5l14 14M19 5L5 19',
  chevron: 'M6 9l6 6 6-6',
  arrow: 'M4 12h16M14 6l6 6-6 6',
  externalArrow: 'M8 6h10v10M18 6L6 18',
  arrowUp: 'M12 20V4M6 10l6-6 6 6',
}

/** An icon in the text's colour, hidden from assistive technology, which reads the text beside it. */
export function Icon({ name }: { name: keyof typeof paths }) {
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
      <path d={paths[name]} />
    </svg>
  )
}
