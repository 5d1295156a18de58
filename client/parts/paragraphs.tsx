import { Fragment } from 'react'
import { company } from '../../shared/company.ts'

/** A text of one or more paragraphs, separated by a blank line. */
export function Paragraphs({ text }: { text: string }) {
  return text.split('\n\n').map((paragraph) => <p key={paragraph}>{withWholePlace(paragraph)}</p>)
}

/** No line ends within the name of the company's place, which has hyphens. */
function withWholePlace(text: string) {
  const [first = '', ...others] = text.split(company.place)
  if (others.length === 0) return text
  return [
    first,
    ...others.map((part, index) => (
      <Fragment key={index}>
        <span className="whole">{company.place}</span>
        {part}
      </Fragment>
    )),
  ]
}
