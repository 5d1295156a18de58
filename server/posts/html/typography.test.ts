import { expect, it } from 'vitest'
import { typeset } from './typography.ts'
import { sanitise } from '../../../test/support/sanitise.ts'

/** Shows a no-break space as `~`, a narrow one as `^`. */
const visibly = (text: string) => text.replaceAll('\u00a0', '~').replaceAll('\u202f', '^')
const written = (text: string) => text.replaceAll('~', '&nbsp;').replaceAll('^', '&#8239;')

it.each(
  Object.entries({
    'Vraiment ? Oui ! Voici : un ; deux': 'Vraiment~? Oui~! Voici~: un~; deux',
    'Vraiment? Oui! À 9:30, en 16:9': 'Vraiment? Oui! À 9:30, en 16:9',
    'Un « mot » et «mot» et ‹ mot ›': 'Un «~mot~» et «mot» et ‹~mot~›',
    'Mot  \n ? Mot^! Mot~ ?': 'Mot~? Mot^! Mot~?',
    '25 % de 25 000 $, 1 234 567 k$, 3 °C, 12 km/h, 5 Go et 3 s’il':
      '25~% de 25~000~$, 1~234~567~k$, 3~°C, 12~km/h, 5~Go et 3 s’il',
    'En 2021 150 élèves, 5 minutes, 12 à 15 h': 'En 2021 150 élèves, 5 minutes, 12 à 15~h',
    'Le~chat~et~la~souris~dorment': 'Le chat et la souris dorment',
    'mot~ mot ~mot^mot': 'mot  mot  mot mot',
    'la Loi~25, l’article~3.6, le chapitre~C-1.1, d’ici 30~jours':
      'la Loi~25, l’article~3.6, le chapitre~C-1.1, d’ici 30~jours',
    'Le~22~septembre~2023,~150~organisations~(ou~15),~soit~3 Md$':
      'Le~22~septembre~2023, 150~organisations (ou~15), soit~3~Md$',
    '~Un mot~': '~Un mot~',
    '<b>Attention</b> : <i>« mot</i> » <a href="/ai">ici</a> !':
      '<b>Attention</b>~: <i>«~mot</i>~» <a href="/ai">ici</a>~!',
    '<em>un </em> : deux, <b>25</b> <i>%</i>': '<em>un~</em>: deux, <b>25</b>~<i>%</i>',
    'voir <code>a ? b</code> : <kbd>x~y</kbd> !<br>: <span lang="en">what ?</span> ?':
      'voir <code>a ? b</code>~: <kbd>x~y</kbd>~!<br />: <span lang="en">what ?</span>~?',
    '<a href="https://a.example/?a=b : c" title="a ?">https://a.example/a?b:c</a>':
      '<a href="https://a.example/?a=b : c" title="a ?" rel="noopener">https://a.example/a?b:c</a>',
  }),
)('a French post has no-break spaces if its author typed spaces there, and no others: %s', (text, set) => {
  expect(visibly(sanitise(`<p>${written(text)}</p>`, 'fr'))).toBe(`<p>${set}</p>`)
  const plain = written(text).replaceAll('&nbsp;', '\u00a0').replaceAll('&#8239;', '\u202f')
  if (!text.includes('<')) expect(visibly(typeset(plain, 'fr'))).toBe(set)
})

it('code and English posts keep their spaces', () => {
  const html = '<pre tabindex="0">a ? b : c\u00a0d</pre>'
  expect(sanitise(html, 'fr')).toBe(html)
  const english = '<p>What ? The\u00a0end : 25 %</p>'
  expect(sanitise(english, 'en')).toBe(english)
  expect(typeset('What ? The\u00a0end', 'en')).toBe('What ? The\u00a0end')
})

it('nothing but spaces changes, and a second time nothing at all', () => {
  const html = '<p>A « b <b>c</b> » : <code>d ?</code> 25 000 $ ! e\u00a0f</p>'
  const once = sanitise(html, 'fr')
  expect(once.replace(/\s/g, ' ')).toBe(html.replace(/\s/g, ' '))
  expect(sanitise(once, 'fr')).toBe(once)
})
