import confetti from 'canvas-confetti';

const colors = ['#a5301f', '#e7a51f', '#1c2b4f', '#2f6b3c', '#f8eed9'];

/** Throws confetti over the canvas, unless the shopper wants reduced motion. Returns a function that stops it. */
export function celebrate(canvas: HTMLCanvasElement): () => void {
  // The library loads its worker from a blob URL, which the content security policy forbids.
  const throwConfetti = confetti.create(canvas, {
    resize: true,
    useWorker: false,
    disableForReducedMotion: true,
  });
  for (const x of [0.2, 0.8]) {
    void throwConfetti({ particleCount: 70, spread: 80, startVelocity: 42, origin: { x, y: 0.6 }, colors });
  }
  return () => throwConfetti.reset();
}
