import { company } from '../../shared/company.ts'

/** A text of one or more paragraphs, separated by a blank line. */
export function Paragraphs({ text }: { text: string }) {
  return text.split('\n\n').map((paragraph) => <p key={paragraph}>{withWholePlace(paragraph)}</p>)
}

/** No line ends within the name of the company's place, which has hyphens. */
function withWholePlace(text: string) {
  const place = (key: number) => (
    <span key={key} className="whole">
      {company.place}
    </span>
  )
  return text.split(company.place).flatMap((part, index) => (index === 0 ? part : [place(index), part]))
}
