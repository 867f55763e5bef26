// Before the first paint: the remembered colour scheme, and whether the page that the server prepared (its
// language, its kind) is the one to show. What is remembered here is told to the server with the next request.
(() => {
  const root = document.documentElement;
  const scheme = localStorage.getItem("hansom.scheme");
  const dark =
    scheme === "light" || scheme === "dark"
      ? scheme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
  root.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");

  const tell = (name, value) => {
    if (!value && !document.cookie.includes(`${name}=`)) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser, and not at once.
    document.cookie = `${name}=${value || ""}; path=/; samesite=lax; max-age=${value ? 31536000 : 0}`;
  };
  const spoken = ["en", "es", "fr", "de", "pt", "ar", "hi", "zh"];
  const ours = (tag) => spoken.find((code) => code === (tag || "").split("-")[0]);

  // A language in the address is a choice like one in the header.
  const linked = ours(new URLSearchParams(location.search).get("lang"));
  if (linked) localStorage.setItem("hansom.language", linked);
  const remembered = localStorage.getItem("hansom.language");
  tell("hansom_language", remembered);

  // The stored page, which opens where there is no server, knows nobody's language.
  const { page } = root.dataset;
  const served = page && root.lang;
  const language =
    ours(remembered) || served || (navigator.languages || []).map(ours).find(Boolean) || "en";
  root.lang = language;
  root.dir = language === "ar" ? "rtl" : "ltr";
  root.dataset.language = language;

  const role = localStorage.getItem("hansom.signed-in");
  tell("hansom_role", role);
  const works = role === "driver" || role === "fleetadmin";
  if (page && (language !== served || (page === "home" && works))) {
    root.setAttribute("data-unprepared", "");
  }
})();
