/**
 * Runs repeatedly while the page is visible, and at once when it becomes visible; returns a function that stops it.
 * @param run resolves to the milliseconds until the next run
 */
export function whileVisible(run: (signal: AbortSignal) => Promise<number>, firstMs: number): () => void {
  const ending = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  const turn = async () => {
    if (ending.signal.aborted || isRunning || document.visibilityState === 'hidden') return
    isRunning = true
    const nextMs = await run(ending.signal)
    isRunning = false
    timer = setTimeout(() => void turn(), nextMs)
  }
  const onChange = () => {
    clearTimeout(timer)
    void turn()
  }
  document.addEventListener('visibilitychange', onChange)
  timer = setTimeout(() => void turn(), firstMs)
  return () => {
    ending.abort()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onChange)
  }
}
