import { encode } from 'uqr';

interface QrCodeProps {
  /** What a reader of it gets. */
  text: string;
  /** What it is, for who does not see it. */
  label: string;
  className?: string | undefined;
}

/** A QR code, drawn as one path: it prints sharp, and needs no picture from elsewhere. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg className={className} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" shapeRendering="crispEdges" />
    </svg>
  );
}
