import { useTranslation } from 'react-i18next'
import { Drawing, Plate } from './drawing.tsx'
import styles from './drawing.module.css'
import { Paper, Words } from './marks.tsx'

const captions = ['search', 'link', 'answer'] as const

/** A question finds two passages, a walk through the graph leads to the answer, and each statement has its source. */
export function Passages() {
  const { t } = useTranslation('ai')
  return (
    <Drawing
      title={t('approach.drawing.title')}
      wide={<Wide />}
      tall={<Tall />}
      captions={captions.map((caption) => ({
        title: t(`approach.drawing.${caption}.title`),
        body: t(`approach.drawing.${caption}.body`),
      }))}
    />
  )
}

type NodeName = 'purchase' | 'amount' | 'bylaw' | 'council' | 'supplier' | 'contract' | 'department'
type Node = {
  name: NodeName
  x: number
  y: number
  r: number
  words: { x: number; y: number; anchor?: 'start' | 'end' }
}

/** The last node of the walk is the answer. */
const answer: NodeName = 'council'

const wideNodes: readonly Node[] = [
  { name: 'purchase', x: 456, y: 130, r: 12, words: { x: 480, y: 152, anchor: 'start' } },
  { name: 'amount', x: 552, y: 62, r: 13, words: { x: 552, y: 34 } },
  { name: 'bylaw', x: 642, y: 178, r: 15, words: { x: 612, y: 192, anchor: 'end' } },
  { name: 'council', x: 744, y: 96, r: 19, words: { x: 744, y: 60 } },
  { name: 'supplier', x: 470, y: 256, r: 10, words: { x: 470, y: 292 } },
  { name: 'contract', x: 598, y: 282, r: 11, words: { x: 598, y: 318 } },
  { name: 'department', x: 738, y: 246, r: 9, words: { x: 738, y: 281 } },
]

const tallNodes: readonly Node[] = [
  { name: 'purchase', x: 40, y: 270, r: 8, words: { x: 50, y: 297, anchor: 'start' } },
  { name: 'amount', x: 124, y: 240, r: 9, words: { x: 124, y: 224 } },
  { name: 'bylaw', x: 182, y: 306, r: 10, words: { x: 160, y: 320, anchor: 'end' } },
  { name: 'council', x: 268, y: 272, r: 13, words: { x: 268, y: 250 } },
  { name: 'supplier', x: 56, y: 354, r: 7, words: { x: 56, y: 380 } },
  { name: 'contract', x: 158, y: 372, r: 8, words: { x: 158, y: 399 } },
  { name: 'department', x: 222, y: 356, r: 6, words: { x: 222, y: 381 } },
]

function Nodes({ nodes }: { nodes: readonly Node[] }) {
  const { t } = useTranslation('ai')
  return nodes.map(({ name, x, y, r, words }) => (
    <g key={name}>
      <circle cx={x} cy={y} r={r + 7} className={styles.depth} />
      <circle cx={x} cy={y} r={r} className={name === answer ? styles.lit : styles.node} />
      <Words
        {...words}
        text={t(`approach.drawing.nodes.${name}`)}
        className={name === answer ? styles.strong : undefined}
      />
    </g>
  ))
}

/** The number of a source, after its statement. */
function Tag({ x, y, size, number }: { x: number; y: number; size: number; number: number }) {
  return (
    <>
      <rect x={x} y={y} width={size} height={size} rx="4" className={styles.lit} />
      <text
        x={x + size / 2}
        y={y + size / 2}
        dy=".36em"
        textAnchor="middle"
        className={`${styles.number} ${styles.onLit}`}
      >
        {number}
      </text>
    </>
  )
}

function Wide() {
  const { t } = useTranslation('ai')
  return (
    <Plate height={360}>
      <path className={styles.quiet} d="M168 160C230 160 216 38 272 38M168 160H272M168 160C230 160 216 282 272 282" />
      <path
        className={styles.paper}
        d="M8 104H162a6 6 0 0 1 6 6V212a6 6 0 0 1-6 6H58L34 242V218H8a6 6 0 0 1-6-6V110a6 6 0 0 1 6-6z"
      />
      <Words x={18} y={140} text={t('example.question')} maxLength={13} anchor="start" />
      {[4, 126, 248].map((y) => (
        <Paper key={y} x={272} y={y} width={104} height={92} />
      ))}
      <path
        className={styles.lines}
        d="M290 24H352M290 38H358M290 52H346M290 80H354M290 146H344M290 160H358M290 174H350M290 188H356M290 202H330M290 268H356M290 282H348M290 296H358M290 324H340"
      />
      <path className={styles.quiet} d="M456 130L470 256L598 282L642 178L738 246L744 96M598 282L738 246" />
      <Paper x={828} y={30} width={370} height={252} />
      <path
        className={styles.course}
        d="M366 66C420 66 396 130 456 130L552 62L642 178L744 96C790 60 786 116 838 116H1060"
      />
      <path className={styles.found} d="M290 66H362M290 310H346" />
      <Nodes nodes={wideNodes} />
      <Words x={858} y={98} text={t('approach.drawing.reply')} anchor="start" className={styles.large} />
      <path className={styles.lines} d="M860 154H1140M860 176H1066M860 220H1126M860 242H1020" />
      <path className={styles.dots} d="M1118 178H1172V352H252V66H284M1054 260V338H332V320" />
      <Tag x={1084} y={164} size={28} number={1} />
      <Tag x={1040} y={230} size={28} number={2} />
    </Plate>
  )
}

function Tall() {
  const { t } = useTranslation('ai')
  return (
    <Plate tall height={560}>
      <path className={styles.quiet} d="M160 86C160 108 60 96 60 124M160 86V124M160 86C160 108 260 96 260 124" />
      <Paper x={94} y={2} width={132} height={84} />
      <Words x={160} y={31} text={t('example.question')} maxLength={13} />
      {[20, 120, 220].map((x) => (
        <Paper key={x} x={x} y={124} width={80} height={72} />
      ))}
      <path
        className={styles.lines}
        d="M34 138H82M34 166H86M34 180H74M134 138H180M134 152H186M134 166H176M134 180H182M234 138H282M234 152H276M234 166H286"
      />
      <path className={styles.quiet} d="M40 270L56 354L158 372L182 306L222 356L268 272M158 372L222 356" />
      <Paper x={28} y={428} width={264} height={108} />
      <path
        className={styles.course}
        d="M42 152C36 190 40 230 40 270L124 240L182 306L268 272C300 330 290 474 250 474H46"
      />
      <path className={styles.found} d="M34 152H88M234 180H280" />
      <Nodes nodes={tallNodes} />
      <Words x={44} y={462} text={t('approach.drawing.reply')} anchor="start" className={styles.large} />
      <path className={styles.lines} d="M46 494H180M46 518H206" />
      <path className={styles.dots} d="M198 510V552H8V152H30M242 518H312V180H288" />
      <Tag x={188} y={484} size={20} number={1} />
      <Tag x={216} y={508} size={20} number={2} />
    </Plate>
  )
}
