// `npm run measure -- scale`: what 10 to 10 000 posts in each language cost the built site, and what a slow Ghost costs its visitors.
// Times depend on the machine; bytes, calls and growth do not. `npm run measure -- scale 10 1000` measures only these sizes.
import { measureManyPosts } from './many-posts.js'
import { median } from './median.js'
import { measureHangingGhost, measureSlowGhost } from './slow-ghost.js'

// Not `Math.max(...numbers)`: a fast machine has more numbers than a call takes arguments.
const maxOf = (numbers) => numbers.reduce((a, b) => Math.max(a, b), 0)
const kb = (bytes) => (bytes / 1000).toFixed(bytes < 100_000 ? 1 : 0)
const ms = (milliseconds) => milliseconds.toFixed(milliseconds < 10 ? 1 : 0)

const row = (cells) => console.log(cells.map((cell, index) => String(cell).padEnd(index === 2 ? 22 : 9)).join(''))

/** Prints a row for each address. Returns a summary. */
function printSize(posts, pageSize, { answers, startMs, residentMiB, articles, refreshed }) {
  for (const { path, bytes, brotliBytes, coldMs, warmMs } of answers) {
    row([posts, pageSize, path, kb(bytes), kb(brotliBytes), ms(coldMs), ms(warmMs)])
  }
  const { elapsedMs, processorMs, maxMs } = refreshed
  return (
    `${posts} posts, pages of ${pageSize || 'all'}: start ${startMs} ms, resident ${residentMiB ?? '–'} MiB, ` +
    `${articles} articles read one by one so far; read anew in ${ms(elapsedMs)} ms, ${processorMs ?? '–'} ms of a processor, ` +
    `no other visitor waited longer than ${ms(maxMs)} ms`
  )
}

function printSlowGhost({ visitors, seconds }, { unmadeMs, firstMs, times, calls }) {
  const describe = ([name, all]) =>
    all.length ? `${all.length} ${name} (median ${ms(median(all))} ms, longest ${ms(maxOf(all))})` : `0 ${name}`
  console.log(
    `\na Ghost that takes 300 ms, copies of 2 s, ${visitors} visitors for ${seconds} s: first /blog ${ms(firstMs)} ms once ` +
      `warmed, first /en/blog right after the start ${ms(unmadeMs)} ms, ` +
      `${Object.entries(times).map(describe).join(', ')}, ${calls} calls for the list`,
  )
}

const sizes = process.argv.slice(2).map(Number)
row(['posts', 'page', 'address', 'kB', 'kB br', 'cold ms', 'warm ms'])
const notes = []
for (const posts of sizes.length > 0 ? sizes : [10, 100, 1000, 10_000]) {
  for (const pageSize of [0, 20]) notes.push(printSize(posts, pageSize, await measureManyPosts(posts, pageSize)))
}
console.log(`\n${notes.join('\n')}`)
const crowd = { visitors: 20, seconds: 20 }
printSlowGhost(crowd, await measureSlowGhost(crowd))
const times = await measureHangingGhost()
console.log(
  `a Ghost that never answers (POSTS_WAIT_MS 500, GHOST_TIMEOUT_MS 2000): /blog every 0.3 s takes ${times.map(ms).join(', ')} ms`,
)
