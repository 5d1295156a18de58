import styles from './scene.module.css'

/**
 * The shore of the Minganie: sun low over the gulf, fog, limestone monoliths. Decoration, drawn for this site. Its height alone
 * makes its size: its sea goes on to the left beyond the widest window, so no rock is ever cut.
 */
export function Scene({ className = '' }: { className?: string }) {
  return (
    <svg
      className={`${styles.scene} ${className}`}
      viewBox="-3600 0 4800 560"
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden="true"
    >
      <rect className={styles.sky} x="-3600" width="4800" height="560" />
      <circle className={styles.sun} cx="1060" cy="398" r="86" />
      <path className={styles.fog} d="M-3600 392H0c150-24 320-30 500-14 190 17 380 22 700-14v80H-3600z" />
      <path className={styles.sea} d="M-3600 436h4800v124h-4800z" />
      <path
        className={styles.glint}
        d="M962 452h196v5H962zM1000 470h120v5h-120zM940 488h74v5h-74zM1060 488h96v5h-96zM1010 508h72v5h-72z"
      />
      <path
        className={styles.far}
        d="M608 436c12-22 15-50 12-76-3-22-8-36 6-47 17-13 50-10 58 6 8 16-3 33-2 56 1 26 8 45 16 61zM1130 436c6-12 7-26 5-40-1-11-3-18 4-23 9-6 26-4 30 4 4 8-2 17-1 28 1 14 4 23 9 31z"
      />
      <g transform="translate(-196 -158) scale(1.3)">
        <path
          className={styles.near}
          d="M706 528c24-46 32-112 26-184-5-66-40-98-12-146 28-47 118-54 150-16 30 36-4 78-8 146-4 76 12 144 40 200z"
        />
        <path
          className={styles.lit}
          d="M840 164c14 4 24 10 30 18 30 36-4 78-8 146-4 76 12 144 40 200h-66c-20-58-30-126-23-198 6-66 47-112 27-166z"
        />
        <path className={styles.lichen} d="M742 190c20-18 70-26 106-12-28 2-74 6-106 12z" />
      </g>
      <path
        className={styles.near}
        d="M986 538c16-32 20-70 17-106-2-34-15-61 3-83 20-24 67-23 83 2 14 23-2 49-1 85 1 40 9 73 27 102z"
      />
      <path
        className={styles.lit}
        d="M1070 338c9 3 15 7 19 13 14 23-2 49-1 85 1 40 9 73 27 102h-37c-14-30-19-66-16-103 2-38 17-65 8-97z"
      />
      <path className={styles.lichen} d="M1018 352c13-10 40-14 58-7-18 2-38 3-58 7z" />
      <path className={styles.shore} d="M-3600 540H0c160-10 330-16 520-8 190 8 330 16 680-2v30H-3600z" />
    </svg>
  )
}
