/** A phone with a route, at the edge of the section. */
export function PhoneArt() {
  return (
    <svg viewBox="0 0 320 340" aria-hidden="true">
      <path
        d="M40 340V52c0-20 14-34 34-34h172c20 0 34 14 34 34v288z"
        fill="#141b28"
        stroke="#3b4559"
        strokeWidth="3"
      />
      <path d="M54 340V56c0-14 9-23 23-23h166c14 0 23 9 23 23v284z" fill="#1e2635" />
      <rect x="132" y="40" width="56" height="10" rx="5" fill="#090d15" />
      <g stroke="#2f3a50" strokeWidth="9" fill="none">
        <path d="M54 118h212M54 196h212M112 62v278M206 62v278M54 270c80-26 130-4 212-52" />
      </g>
      <path
        d="M112 282v-86h94v-78"
        fill="none"
        stroke="#0d121c"
        strokeWidth="13"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        d="M112 282v-86h94v-78"
        fill="none"
        stroke="#ffbe38"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="112" cy="284" r="9" fill="#f6f6f2" stroke="#0d121c" strokeWidth="3" />
      <path
        d="M206 120c-10-13-17-22-17-32a17 17 0 0 1 34 0c0 10-7 19-17 32z"
        fill="#f6f6f2"
        stroke="#0d121c"
        strokeWidth="3"
      />
      <rect x="201" y="83" width="10" height="10" rx="2" fill="#0d121c" />
      <g transform="rotate(90 158 196)">
        <rect
          x="147"
          y="176"
          width="22"
          height="40"
          rx="9"
          fill="#f6f6f2"
          stroke="#0d121c"
          strokeWidth="2.500"
        />
        <rect x="152" y="192" width="12" height="6" rx="2" fill="#ffbe38" />
      </g>
    </svg>
  );
}
