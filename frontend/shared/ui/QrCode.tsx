import { encode } from 'uqr';

interface QrCodeProps {
  /** The encoded text. */
  text: string;
  /** The label for screen readers. */
  label: string;
  className?: string | undefined;
}

/** A QR code, drawn as one path. It prints sharp and needs no external picture. */
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
