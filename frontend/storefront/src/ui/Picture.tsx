import { useState } from 'react';

/** Most pictures come in these widths. */
const WIDTHS = [400, 800] as const;
const FALLBACK = '/favicon.svg';
/** The shop's own photos are named by one of their files, whose other widths and formats stand beside it. */
const OWN_FILE = /^(\/images\/.+)-\d+\.webp$/;
/** A drawn page has a token in the place of one. */
const OWN_BASE = /^(\/images\/|\{\{)[^.?]+$/;

interface PictureProps {
  /**
   * A file of the shop's own (`/images/products/karela-800.webp`) or the base path of such files, of which the widths and
   * formats are known, or any other whole address.
   */
  photo: string | null | undefined;
  alt: string;
  width: number;
  height: number;
  /** How wide it stands, for the browser's choice between the widths. */
  sizes: string;
  eager?: boolean;
  /** The widths the files of this base path come in, the smallest first. */
  widths?: readonly number[];
  className?: string | undefined;
}

/** A photo in the best format the browser takes, or the shop's seal when there is none. */
export function Picture({
  photo,
  alt,
  width,
  height,
  sizes,
  eager = false,
  widths = WIDTHS,
  className,
}: PictureProps) {
  const [failed, setFailed] = useState<string>();
  const source = photo && photo !== failed ? photo.replace(OWN_FILE, '$1') : FALLBACK;
  const image = {
    width,
    height,
    className,
    loading: eager ? ('eager' as const) : ('lazy' as const),
    fetchPriority: eager ? ('high' as const) : ('auto' as const),
    onError: () => setFailed(photo ?? undefined),
  };
  if (!OWN_BASE.test(source)) return <img src={source} alt={alt} {...image} />;
  return (
    <picture>
      <source type="image/avif" srcSet={sourceSet(source, 'avif', widths)} sizes={sizes} />
      <img
        src={`${source}-${widths[0]}.webp`}
        srcSet={sourceSet(source, 'webp', widths)}
        sizes={sizes}
        alt={alt}
        {...image}
      />
    </picture>
  );
}

function sourceSet(base: string, format: string, widths: readonly number[]): string {
  return widths.map((width) => `${base}-${width}.${format} ${width}w`).join(', ');
}
