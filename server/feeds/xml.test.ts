import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, it } from 'vitest'
import { toXml, type XmlElement } from './xml.ts'

const parser = new XMLParser({ ignoreAttributes: false, trimValues: false, parseTagValue: false })

it.each([
  ['markup', '<p class="a">a & b</p>'],
  ['the end of a CDATA section', 'a ]]> b <![CDATA[ c ]]>'],
  ['entities as they are written', '&amp; &lt; &#38; &nonsense; &'],
  ['quotes', `"a" 'b'`],
  ['letters of every kind', 'Œuvre, naïveté, 日本語, 🦭, \u00a0, \u2028'],
  ['tabs and line ends', 'a\tb\nc'],
])('a parser reads %s unchanged, as text and as attribute', (_name, text) => {
  const xml = toXml(['root', [['child', text, { value: text }]]])
  expect(XMLValidator.validate(xml)).toBe(true)
  const { child } = parser.parse(xml).root
  expect(child['#text']).toBe(text)
  expect(child['@_value']).toBe(text)
})

it.each(['\0', '\x01', '\x08', '\x0b', '\x0c', '\x1b', '\x1f', '\ufffe', '\uffff'])(
  'removes the character %j, which XML forbids',
  (character) => {
    expect(toXml(['a', `x${character}y`, { b: `${character}z` }])).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><a b="z">xy</a>',
    )
  },
)

it('closes elements without content', () => {
  const children: XmlElement[] = [
    ['b', [], { c: '1' }],
    ['d', ''],
  ]
  expect(toXml(['a', children])).toBe('<?xml version="1.0" encoding="UTF-8"?><a><b c="1"/><d/></a>')
})
