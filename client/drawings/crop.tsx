import type { Service } from '../../shared/site-map.ts'
import styles from './crop.module.css'

/** The services whose drawings are dark. */
const darkServices: readonly Service[] = ['architecture', 'vulnerability']

/** A piece of a service's explanatory drawing, without its words. It is wider than its box, which cuts it on both sides. */
export function Crop({ of }: { of: Service }) {
  return (
    <svg
      className={darkServices.includes(of) ? `night ${styles.crop}` : styles.crop}
      viewBox="0 0 700 240"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {pieces[of]}
    </svg>
  )
}

const workstations =
  'M210 52l9 15-4 15-23 10-20 9-18 14-30-1-24-17-13-12-22 3-27-1-17-9-11-13-9-13 13-13 10-12 6-14 19-9 26-3 22-6 27-7 26 7 6 21 4 12 20 4 17 8z'
const data =
  'M586 130l-1 20-7 18-8 18-14 14-6 20-17 11-18 6-19 4-18 5-18-5-18 4-20 2-21-1-20-7-23-7-11-20 3-26 18-26 27-20 12-10-18-11-18-18-16-25 3-20 8-20 20-8 17-10 20-3 17-12 20 5 20-4 18 10 17 8 14 13 10 16 15 11 10 15 13 15 7 18z'
const coasts =
  'M0 34l42-6 42 6 40-4 46 22 38 8 34 20 28 16 44 6 38-2 22-18 34-16 48-18 52-16 46 4 40-8 46 2 60-6V-40H0zM0 214l50-4 56 4 40-16 38-24 32-10 40-6 42 4 26 12 40 12 36 12 38 4 50-4 60 6 52-4 150 4v70H0z'

/** Land with two lines of equal depth along its coast. */
function Coast({ d }: { d: string }) {
  return (
    <>
      <path className={styles.depth} strokeWidth="52" d={d} />
      <path className={styles.shoal} strokeWidth="47" d={d} />
      <path className={styles.depth} strokeWidth="28" d={d} />
      <path className={styles.shoal} strokeWidth="23" d={d} />
      <path className={styles.land} d={d} />
    </>
  )
}

const pieces = {
  ai: (
    <>
      <path
        className={styles.paper}
        d="M-28-40h104v92h-104zM-28 82h104v92h-104zM-28 204h104v92h-104zM528-14h370v252h-370z"
      />
      <path
        className={styles.lines}
        d="M-10-6h62M-10 36h56M-10 102h54M-10 130h60M-10 144h56M-10 224h66M560 120h280M560 148h206M560 176h190"
      />
      <path className={styles.quiet} d="M156 86l14 126 128 26 44-104 96 68 6-150M298 238l140-36" />
      <path className={styles.course} d="M64 116c50 0 44-30 92-30l96-68 90 116 102-82c46-36 42 20 94 20h222" />
      <path className={styles.found} d="M-10 22h72M-10 116h68" />
      <path
        className={styles.node}
        d="M144 86a12 12 0 1 1 0 .1zM239 18a13 13 0 1 1 0 .1zM327 134a15 15 0 1 1 0 .1zM160 212a10 10 0 1 1 0 .1zM287 238a11 11 0 1 1 0 .1zM429 202a9 9 0 1 1 0 .1z"
      />
      <circle className={styles.lit} cx="444" cy="52" r="19" />
    </>
  ),
  archiving: (
    <>
      <path className={styles.quiet} d="M0 212H700" />
      <path
        className={styles.paper}
        d="M28 42h116v136H28zM12 176h148l18 36H-6zM232 52h126v160H232zM400 52h82l30 30v130H400zM610 52h120v160H610z"
      />
      <path
        className={styles.lines}
        d="M48 66h64M48 84h76M48 102h54M252 156h88M252 172h78M252 188h84M420 112h72M420 130h56M420 148h44M628 84h80M628 108h60"
      />
      <path d="M252 82c10-18 14 14 24-2s12 10 22-3 12 12 22 0 12 6 20-1M252 110c10-16 14 14 24-2s14 12 24 0 12 6 18 0M482 52v24a6 6 0 0 0 6 6h24" />
      <circle className={styles.seal} cx="504" cy="180" r="26" />
      <path
        className={styles.solid}
        d="M492 190c3-7 3-12 2-18 4-6 10-4 9 2v16zM506 190c2-6 2-10 1-14 3-5 8-3 7 2l2 12z"
      />
      <path className={styles.found} d="M0 152h170M222 132h146" />
      <circle className={styles.paper} cx="700" cy="150" r="44" />
    </>
  ),
  architecture: (
    <>
      <Coast d={workstations} />
      <Coast d={data} />
      <path className={styles.quiet} strokeDasharray="9" d="M-8 18c30 0 50 4 76 14M214 70c46-2 74-22 122-22" />
      <path className={styles.attack} d="M60 26l18 18m0-18l-18 18M330 40l18 18m0-18l-18 18" />
      <path className={styles.course} d="M-8 190c70 20 110-20 190-16s96 40 170 14 90-58 156-58" />
      <path className={styles.solid} d="M76 178h16v18H76zM76 208h16v18H76zM256 164h16v18h-16zM256 200h16v18h-16z" />
      <circle className={styles.node} cx="508" cy="130" r="24" />
      <path className={styles.lit} d="M508 130v-19a19 19 0 0 1 10 3z" />
    </>
  ),
  vulnerability: (
    <>
      <Coast d={coasts} />
      <path className={styles.attack} d="M-8 78L150 102l160 24C230 132 130 150-8 148M-8 186c160 0 240-20 318-60" />
      <path
        className={styles.quiet}
        strokeDasharray="9"
        d="M366 110C430 92 500 78 640 76M372 128c90-4 180 0 328 2M366 146c70 20 160 28 274 30"
      />
      <path className={styles.course} d="M316 78v92" />
      <circle className={styles.node} cx="150" cy="102" r="12" />
      <circle className={styles.lit} cx="316" cy="126" r="26" />
      <path className={styles.safe} d="M536 82a13 13 0 1 1 0 .1zM590 130a13 13 0 1 1 0 .1zM536 170a13 13 0 1 1 0 .1z" />
    </>
  ),
} satisfies Record<Service, React.ReactNode>
