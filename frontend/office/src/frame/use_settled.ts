import { useEffect, useState } from 'react';

/** The usual pause between two letters while typing, in milliseconds. */
const PAUSE_MS = 200;

/** Returns the text after it was unchanged for a moment, so that not every letter sends a request. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setSettled, PAUSE_MS, text);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
