import { type RefObject, useEffect, useState } from 'react';

/**
 * A number that counts from 0 to its end once the element is seen. It is the end on the server, and for shoppers who want reduced motion.
 */
export function useCountUp(seen: RefObject<Element | null>, end: number, milliseconds: number): number {
  const [value, setValue] = useState(end);
  useEffect(() => {
    if (!seen.current || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let frame = 0;
    function count(now: number, start: number) {
      const share = Math.min((now - start) / milliseconds, 1);
      setValue(end * share);
      if (share < 1) frame = requestAnimationFrame((next) => count(next, start));
    }
    const observer = new IntersectionObserver((entries) => {
      setValue(0);
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      frame = requestAnimationFrame((now) => count(now, now));
    });
    observer.observe(seen.current);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [seen, end, milliseconds]);
  return value;
}
