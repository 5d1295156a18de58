/** A text of one or more paragraphs, separated by a blank line. */
export function Paragraphs({ text, className }: { text: string; className?: string }) {
  return text.split('\n\n').map((paragraph) => (
    <p key={paragraph} className={className}>
      {paragraph}
    </p>
  ))
}
