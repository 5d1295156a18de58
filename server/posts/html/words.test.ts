import { expect, it } from 'vitest'
import { sanitiseFile } from '../../../test/support/sanitise.ts'

const read = (html: string) => sanitiseFile(html, 'en').replace(/<\/?span>/g, '')

it.each(
  Object.entries({
    '<p>Le schéma :</p><svg role="img" aria-label="Schéma du réseau"><circle r="5"/></svg>':
      '<p>Le schéma :</p><p>Schéma du réseau</p>',
    '<p>a <svg><title>Le quai</title><desc>Vu de loin</desc></svg></p>': '<p>a Le quai Vu de loin</p>',
    '<svg aria-labelledby="n"><title id="n">Le quai</title><g><text>à midi</text></g></svg>': '<p>Le quai à midi</p>',
    '<svg><title>Réseau</title><text>Serveur</text><text><tspan>Poste</tspan></text></svg>':
      '<p>Réseau Serveur Poste</p>',
    '<svg><foreignObject><div>Des <b>mots</b></div></foreignObject></svg>': '<p>Des mots</p>',
    '<svg><text><tspan x="0">Analyse des</tspan><tspan x="0" dy="1em">risques</tspan></text></svg>':
      '<p>Analyse des risques</p>',
    '<svg><foreignObject><div>Début</div></foreignObject><foreignObject><div>Fin</div></foreignObject></svg>':
      '<p>Début Fin</p>',
    '<p><a href="/ai"><svg aria-label="IA"></svg></a></p>': '<p><a href="/ai">IA</a></p>',
    '<p>a<svg aria-hidden="true"><title>Étoile</title></svg></p>': '<p>a</p>',
    '<p>a<svg role="presentation"><text>b</text></svg><svg><path d="M1"/></svg></p>': '<p>a</p>',
    '<p>a<svg><defs><text>b</text></defs><style>c</style></svg></p>': '<p>a</p>',
  }),
)('a drawing becomes its name and its text, unless it is decoration: %s', (html, output) => {
  expect(read(html)).toBe(output)
})

it.each(
  Object.entries({
    '<button class="accordion">Qui?</button><div><p>Vous.</p></div>': '<p>Qui?</p><div><p>Vous.</p></div>',
    '<p>Voir <button onclick="a()">le plan</button>.</p>': '<p>Voir le plan.</p>',
    '<p>a</p><button aria-label="Lire">▶</button><button> </button>': '<p>a</p>',
  }),
)('a button becomes its text, unless it is a player’s: %s', (html, output) => {
  expect(read(html)).toBe(output)
})

const tex = '<annotation encoding="application/x-tex">E=mc^2</annotation>'

it.each(
  Object.entries({
    [`<p><span class="katex"><span><math><semantics><mi>E</mi>${tex}</semantics></math></span><span class="katex-html" aria-hidden="true">E</span></span></p>`]:
      '<p>E=mc^2</p>',
    '<p><math alttext="x^2"><mi>x</mi></math></p>': '<p>x^2</p>',
    '<p><span class="MathJax_Preview">?</span><span class="MathJax">?</span><script type="math/tex">E=mc^2</script></p>':
      '<p>E=mc^2</p>',
    '<p>La loi <math><mi>Alpha</mi><mo>=</mo><mi>Beta</mi></math> est connue.</p>':
      '<p>La loi Alpha = Beta est connue.</p>',
    '<p><math><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></math></p>': '<p>E = mc<sup>2</sup></p>',
    '<p><math><msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup></math></p>': '<p>x<sub>1</sub><sup>2</sup></p>',
    '<math display="block"><mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mn>2</mn></mfrac></math>':
      '<div>(a + 1)/2</div>',
    '<p><math><msqrt><mi>x</mi></msqrt></math></p>': '<p>√x</p>',
    '<p><math><msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt></math></p>': '<p>√(x + 1)</p>',
    '<p><math><mroot><mi>x</mi><mn>3</mn></mroot></math></p>': '<p><sup>3</sup>√x</p>',
    '<p><math><mtable><mtr><mtd>1</mtd><mtd>2</mtd></mtr><mtr><mtd>3</mtd><mtd>4</mtd></mtr></mtable></math></p>':
      '<p>1, 2; 3, 4</p>',
  }),
)('a formula becomes its source, or a line of its characters: %s', (html, output) => {
  expect(read(html)).toBe(output)
})

it.each(
  Object.entries({
    '<p>Code : <input readonly value="NORD-25"></p>': '<p>Code : NORD-25</p>',
    '<form><label for="c">Code</label> <input id="c" readonly value="NORD-25"><button>Copier</button></form>':
      '<div>Code  NORD-25</div>',
    '<form><label>Code : <input readonly value="NORD-25"></label></form>': '<div>Code : NORD-25 </div>',
    '<textarea>un\ndeux</textarea>': '<pre tabindex="0">un\ndeux</pre>',
    '<p>Code : <input disabled value="NORD-25"></p>': '<p>Code : NORD-25</p>',
    '<p>Code : <input type="foo" readonly value="NORD-25"></p>': '<p>Code : NORD-25</p>',
    '<p>Taille : <select><option>S</option><option selected>M</option></select></p>': '<p>Taille : M</p>',
    '<p>a<select><option selected disabled>Choisir</option><option>S</option></select></p>': '<p>a</p>',
    '<p>a<input type="submit" disabled value="b"><input type="hidden" readonly value="c"></p>': '<p>a</p>',
    '<p>a<input value="b"><input type="password" readonly value="c"><textarea></textarea></p>': '<p>a</p>',
  }),
)('an author’s text in a field stays, as text: %s', (html, output) => {
  expect(read(html)).toBe(output)
})
