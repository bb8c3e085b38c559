const turns = [0, 45, 90, 135, 180, 225, 270, 315];

/** The eight-petalled flower of the shop's borders, as the end mark of a text. */
export function Rosette({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="-16 -16 32 32" aria-hidden="true">
      <g fill="#a5301f">
        {turns.map((turn) => (
          <ellipse key={turn} rx="3.6" ry="5.6" cy="-9.6" transform={`rotate(${turn})`} />
        ))}
      </g>
      <g fill="#e7a51f">
        {turns.map((turn) => (
          <circle key={turn} r="1.3" cy="-13.2" transform={`rotate(${turn + 22.5})`} />
        ))}
      </g>
      <circle r="5.4" fill="#23492f" />
      <circle r="3" fill="#e7a51f" />
    </svg>
  );
}
