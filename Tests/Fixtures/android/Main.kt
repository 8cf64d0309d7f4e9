import android.app.Activity
import android.content.ComponentName
import android.content.pm.Signature
import android.os.Build
import linkpolicy.generated.AppFlipActivitySupport
import linkpolicy.generated.Environment

private fun flip(what: String, change: (Activity) -> Unit = {}) {
    val activity = Activity()
    activity.caller = ComponentName("com.caller")
    activity.packages.installed["com.caller"] = arrayOf(Signature("certificate".toByteArray()))
    activity.intent.action = "example.FLIP"
    activity.intent.putExtra("CLIENT_ID", "one").putExtra("REDIRECT_URI", "https://a.example/cb")
    activity.intent.putExtra("SCOPE", arrayOf("a", "b"))
    change(activity)
    val request = AppFlipActivitySupport.requestOrFinish(activity, Environment.PROD)
    println("$what: ${request?.scopes ?: activity.answer}, ${activity.isFinishing}")
}

fun main() {
    for (version in listOf(27, 28)) {
        Build.VERSION.SDK_INT = version
        flip("good")
        flip("two signers") {
            it.packages.installed["com.caller"] =
                arrayOf(Signature("certificate".toByteArray()), Signature("x".toByteArray()))
        }
        flip("another signer") {
            it.packages.installed["com.caller"] = arrayOf(Signature("other".toByteArray()))
        }
        flip("no signer") { it.packages.installed["com.caller"] = null }
    }
    flip("no caller") { it.caller = null }
    flip("caller is gone") { it.packages.installed.clear() }
    flip("another package") {
        it.caller = ComponentName("com.Caller")
        it.packages.installed["com.Caller"] = it.packages.installed["com.caller"]
    }
    flip("another action") { it.intent.action = "example.OTHER" }
    flip("no action") { it.intent.action = null }
    flip("scopes in a string") { it.intent.putExtra("SCOPE", "a b") }
    flip("no scopes") { it.intent.extras.remove("SCOPE") }
    flip("another scope") { it.intent.putExtra("SCOPE", "a c") }
    flip("another redirect URI") { it.intent.putExtra("REDIRECT_URI", "https://evil.example/") }
    flip("another client") { it.intent.putExtra("CLIENT_ID", "two") }
    flip("no client") { it.intent.extras.remove("CLIENT_ID") }
    flip("unreadable") { it.intent.isUnreadable = true }

    val activity = Activity()
    for (code in listOf("C1", "")) {
        AppFlipActivitySupport.finish(activity, code)
        println(activity.answer)
    }
    for (failure in AppFlipActivitySupport.Failure.values()) {
        AppFlipActivitySupport.finish(activity, failure)
        println("$failure: ${activity.answer}")
    }
    AppFlipActivitySupport.finish(activity, AppFlipActivitySupport.Failure.DENIED, "text")
    println(activity.answer)
    AppFlipActivitySupport.cancel(activity)
    println(activity.answer)
}
