// One sentence for a browser that is too old, in script that old ones understand. What is looked for is the newest that
// the pages use; docs/service.md and the sentence name the oldest browsers that have it all.
(function () {
  const own = /** @type {HTMLScriptElement} */ (document.currentScript);
  const folder = own.src.replace(/[^/]*$/, "");
  const style = window.CSS && CSS.supports("container-type", "inline-size") && CSS.supports("color", "color-mix(in srgb, red, blue)");
  const script = window.AbortSignal && AbortSignal.timeout && Array.prototype.toReversed;
  if (style && script) return;

  function tell(language, otherwise) {
    const request = new XMLHttpRequest();
    request.onload = function () {
      if (request.status !== 200) return otherwise && tell(otherwise);
      const sentence = document.createElement("p");
      sentence.id = "old-browser";
      sentence.className = "banner";
      sentence.setAttribute("role", "alert");
      sentence.textContent = JSON.parse(request.responseText)["page.old-browser"];
      document.body.insertBefore(sentence, document.body.firstChild);
    };
    request.open("GET", folder + "texts/" + language + ".json");
    request.send();
  }

  tell((navigator.language || "en").slice(0, 2).toLowerCase(), "en");
})();
