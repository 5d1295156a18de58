import type { ReactNode } from 'react'

export type EmblemName = 'ai' | 'archiving' | 'architecture' | 'vulnerability'

/** Where each drawing's ink begins: flush with the text below it. */
const begins: Record<EmblemName, number> = { ai: 12, archiving: 8.75, architecture: 10.75, vulnerability: 4.75 }

/** One drawing a service: a graph, strata of documents, a shield of stone, a radar. */
const drawings: Record<EmblemName, ReactNode> = {
  ai: (
    <>
      <path d="M18 50L34 20L52 42L18 50M34 20L50 12M52 42L56 56" />
      <g fill="currentColor" stroke="none">
        <circle cx="18" cy="50" r="6" />
        <circle cx="52" cy="42" r="5" />
        <circle cx="50" cy="12" r="3.5" />
        <circle cx="56" cy="57" r="3.5" />
      </g>
      <circle className="lit" cx="34" cy="20" r="7" stroke="none" />
    </>
  ),
  archiving: (
    <>
      <path d="M10 52c8-3 36-3 44 0v6H10zM12 42c8-3 32-3 40 0M14 32c8-3 30-3 38 0" />
      <path className="lit" d="M22 8h16l8 8v10H22z" stroke="none" />
      <path d="M22 26V8h16l8 8v10M38 8v8h8M28 18h6" />
    </>
  ),
  architecture: (
    <>
      <path className="lit" d="M32 8v48c12-6 20-14 20-26V14z" stroke="none" />
      <path d="M32 8l20 6v16c0 12-8 20-20 26-12-6-20-14-20-26V14zM32 8v48M12 30h40" />
    </>
  ),
  vulnerability: (
    <>
      <path className="lit" d="M32 34L50 14a27 27 0 0 1 9 18z" stroke="none" />
      <path d="M32 34L50 14M32 8a26 26 0 1 0 26 26M32 20a14 14 0 1 0 14 14" />
      <g fill="currentColor" stroke="none">
        <circle cx="32" cy="34" r="3.5" />
        <circle cx="20" cy="28" r="2.5" />
        <circle cx="36" cy="50" r="2.5" />
      </g>
    </>
  ),
}

export function Emblem({ name, className }: { name: EmblemName; className?: string }) {
  return (
    <svg
      className={`emblem ${className ?? ''}`}
      viewBox={`${begins[name]} 0 64 64`}
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
    >
      {drawings[name]}
    </svg>
  )
}
