import { useState } from 'react';

/** Most pictures come in these widths. */
const WIDTHS = [400, 800] as const;
const FALLBACK = '/favicon.svg';
/** Photos that were uploaded come in one more (services/catalog/src/photos/name.rs). */
const UPLOADED_WIDTHS = [400, 800, 1200] as const;
/** The shop's own photos are named by one of their files, whose other widths and formats stand beside it. */
const OWN_FILE = /^(\/images\/.+|\/photos\/[0-9a-f]{32})-\d+\.webp$/;
/** A drawn page has a token in the place of one. */
const OWN_BASE = /^(\/images\/|\/photos\/[0-9a-f]{32}$|\{\{)[^.?]*$/;

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
  /** The widths of the files to choose from, the smallest first; absent: all that such a photo has. */
  widths?: readonly number[] | undefined;
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
  widths: asked,
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
  const isUploaded = source.startsWith('/photos/');
  // Encoding AVIF takes longer than whoever uploads a photo waits.
  const format = isUploaded ? 'webp' : source.startsWith('{') ? '{{photoFormat}}' : 'avif';
  const widths = asked ?? (isUploaded ? UPLOADED_WIDTHS : WIDTHS);
  return (
    <picture>
      <source type={`image/${format}`} srcSet={sourceSet(source, format, widths)} sizes={sizes} />
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
