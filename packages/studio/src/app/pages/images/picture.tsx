import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import type { ImageRow } from "../../../wire/images.js";
import { loadImage } from "../../data/source.js";
import { about } from "../../frame/about.js";
import { words } from "./words.js";

/** File of an image, which is loaded once it comes into view and let go with the element. */
export function Picture({
  image: { id, scope, caption },
}: {
  readonly image: ImageRow;
}): JSX.Element {
  const said = words();
  const frame = useRef<HTMLDivElement>(null);
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const controller = new AbortController();
    let made = "";
    // No address could carry the token, so the file is loaded here.
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      loadImage({ id, scope }, controller.signal).then(
        (blob) => {
          made = URL.createObjectURL(blob);
          setUrl(made);
        },
        () => setUrl(""),
      );
    });
    if (frame.current && about.value?.hasImages === true) observer.observe(frame.current);
    return () => {
      observer.disconnect();
      controller.abort();
      URL.revokeObjectURL(made);
    };
  }, [id]);
  return (
    <div class="picture" ref={frame}>
      {url === "" ? (
        <span class="faint">{said.noFile}</span>
      ) : (
        url !== undefined && <img src={url} alt={caption ?? said.waits} />
      )}
    </div>
  );
}
