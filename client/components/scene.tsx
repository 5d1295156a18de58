import styles from './hero.module.css'

/**
 * A shore: a low sun between limestone monoliths. Decoration, drawn for this site. Only its height determines its size. Its sea
 * extends to the left beyond the widest window, so no rock is ever cut.
 *
 * @param isFoggy without the sun, and with fog before the stones
 */
export default function Scene({ isFoggy = false }: { isFoggy?: boolean }) {
  return (
    <svg viewBox="-3600 0 4800 560" preserveAspectRatio="xMaxYMax slice" aria-hidden="true">
      <path className={styles.sky} d="M-3600 0h4800v560h-4800z" />
      {!isFoggy && (
        <>
          <circle className={styles.sun} cx="956" cy="404" r="84" />
          <path className={styles.fog} d="M-3600 392H0c150-24 320-30 500-14 190 17 380 22 700-14v80H-3600z" />
        </>
      )}
      <path
        className={styles.far}
        d="M588 438l8-14 2-14 6-6-2-22-10-6 2-24 8-4 4-12 20-6 20 4 6 10 6 4-2 20-8 6 2 24 6 8 2 14 10 18zM1146 438l6-10 2-18-6-6 2-14 8-6 18 2 6 12-6 8 2 16 10 16z"
      />
      <path className={styles.sea} d="M-3600 436h4800v124h-4800z" />
      <path
        className={styles.swell}
        d="M-820 500h120M-520 530h200M-420 476h120M-200 500h80M-20 466h90M60 530h210M140 492h150M330 462h70M420 520h120M510 480h60M1140 524h60"
      />
      {!isFoggy && (
        <path
          className={styles.glint}
          d="M916 444q40-6 80 0q-40 6-80 0zM934 455q30-5 60 0q-30 5-60 0zM918 467q36-6 72 0q-36 6-72 0zM928 480q28-6 60 0q-32 6-60 0zM914 495q36-8 84 0q-48 8-84 0zM922 513q54-9 112 0q-58 9-112 0zM896 536q70-12 148 0q-76 12-148 0z"
        />
      )}
      <path
        className={styles.reflection}
        d="M590 438h80l-10 6h-60zM1146 438h42l-6 5h-30zM640 507h286q-20 8-40 8H668q-20 0-28-8zM690 521h190q10 0 16 8H676q2-8 14-8zM706 536h160q-8 9-24 9H724q-14 0-18-9zM716 551h136q8 0 10 9H702q4-9 14-9zM1008 493h140q-8 7-20 7h-104q-12 0-16-7zM1030 506h96q8 0 8 6h-112q2-6 8-6zM1046 519h72q-4 7-14 7h-44q-12 0-14-7z"
      />
      <path className={styles.foam} d="M606 502q150-6 350 0q-170 5-350 0zM988 488q80-4 184 0q-90 4-184 0z" />
      <clipPath id="great-stone">
        <path d="M622 502q10-18 24-28l16-4q2-24 10-40l14-6q6-26 8-54l10-4q2-34-6-62l-14-4-24-22-14-4q-16-24-16-50l-10-6q-4-30 10-54l12-4 2-22 22-18 18-2q22-12 46-14l10-12q40-12 78 0l14 14q22 10 26 36l8 6q4 24-2 48l8 8q0 28-12 50l-8 4-6 26-10 6q-6 36 0 70l12 6q2 28 10 54l14 4q10 18 12 36l14 6q12 14 16 36z" />
      </clipPath>
      <g clipPath="url(#great-stone)">
        <path
          className={styles.near}
          d="M610 60H820l16 46-8 40 14 22-10 56 6 10-14 60-8 16-2 70 10 10 8 50 12 10 14 70H610z"
        />
        <path className={styles.side} d="M610 60H770l-18 44-60 12-10 26-18 20-4 50 10 40-30 30h-40z" />
        <path
          className={styles.lit}
          d="M818 60l16 46-8 40 14 22-10 56 6 10-14 60-8 16-2 70 10 10 8 50 12 10 14 70h120V60z"
        />
        <path
          className={styles.shade}
          d="M640 268l30 4 24 10 128 16-8 18-112-6-14-6zM610 494l60-4 50 4 70-3 60 4 90-4v20H610z"
        />
        <path
          className={styles.bed}
          d="M660 142q70 10 150 0M660 206q80 14 150 6M668 242q50 10 110 6M716 370q40 6 84 2M690 428q50 8 92 2M668 470q40 6 120 4"
        />
        <path
          className={styles.crack}
          d="M846 184q24 6 46 0M836 244q22 2 34-4M834 382q8 2 16 0M848 440q16 4 30 0M860 476q20 4 36 0"
        />
        <path
          className={styles.lichen}
          d="M694 122l10-9 18-1 10-9 22-4 4-8 18-6 8 3 16-6 8 5-8 7-12 1-8 8-18 3-8 8-16-1-10 9-16 1zM656 150l8-8 14-4 6 6-10 5-2 8-8 8-10 2-6-6zM802 84l12-2 10 6 6 12-8 2-10-5-8-6z"
        />
      </g>
      <clipPath id="low-stone">
        <path d="M1000 488l10-20 12-6 2-30-10-6 2-36-10-8 0-34 8-6 2-18 12-8 26-4 8-10 36 2 12 8q16 6 18 26l8 6 0 36-8 6 4 36 10 4 4 30 12 6q10 8 14 26z" />
      </clipPath>
      <g clipPath="url(#low-stone)">
        <path className={styles.near} d="M1046 290h130v220h-130l-12-40 8-42-8-30 6-36-10-24 10-30z" />
        <path className={styles.lit} d="M980 290h62l2 18-10 30 10 24-6 36 8 30-8 42 12 40h-70z" />
        <path
          className={styles.shade}
          d="M1000 386l44 6 90-6 20 2-6 10-104 4-44-6zM980 480l60 3 40-3 70 4 30-4v20H980z"
        />
        <path className={styles.bed} d="M1056 340q40 6 76 0M1050 362q30 5 60 2M1056 428q30 6 66 2M1050 462q40 4 78 0" />
        <path className={styles.crack} d="M1010 340q10 4 22 0M1018 430q12 3 24 0" />
        <path
          className={styles.lichen}
          d="M1026 318l10-9 16-1 8-9 20-2 8 4 10-4 6 4-8 7-14 1-10 8-18 1-8 6-14 2zM1118 306l8 2 10 10 0 10-8-4-4-10z"
        />
      </g>
      {isFoggy && banks.map((bank) => <path key={bank} className={styles.bank} d={bank} />)}
    </svg>
  )
}

/** Fog, from the bottom up; the first bank hides the horizon. */
const banks = [
  'M-3600 412H0c260-30 520 10 760-12s300-8 440-4v130c-160 18-380-14-560-4s-420 20-640 10h-3600z',
  'M380 366c120-34 300-40 430-26s270-30 390-14v104c-130 22-250-10-400 0s-320 6-420-64z',
  'M560 282c100-26 190-24 280-16s220-30 360-18v70c-140 16-230-6-340 0s-230 6-300-36z',
]
