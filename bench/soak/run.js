// `npm run measure -- soak`: half an hour of everything that visitors do, and worse, on the built site; what has grown by then tells of
// leaks. Bounded, and on 127.0.0.1 only. Plain JavaScript, since Node 20 runs no TypeScript: Vite does.
import { runnerImport } from 'vite'

// The other process is the Ghost, so that its memory and its time are not those of the visitors.
const file = process.argv[2] === 'ghost' ? './bench/soak/ghost.ts' : './bench/soak/soak.ts'
await runnerImport(file, { configFile: false, logLevel: 'error' })
