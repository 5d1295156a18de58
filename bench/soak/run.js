// `npm run measure -- soak`: half an hour of everything that visitors do, and worse, on the built site; what has grown by then tells of
// leaks. Bounded, and on 127.0.0.1 only. Plain JavaScript, since Node 20 runs no TypeScript: Vite does.
import { runnerImport } from 'vite'
import { startBuiltSite } from '../built-site.js'

const options = { configFile: false, logLevel: 'error' }
// The other process is the Ghost, so that its memory and its time are not those of the visitors.
if (process.argv[2] === 'ghost') await runnerImport('./bench/soak/ghost.ts', options)
else {
  const { module } = await runnerImport('./bench/soak/soak.ts', options)
  await module.run(startBuiltSite)
}
