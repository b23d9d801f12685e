internal import HTTPTypes
internal import Hummingbird

extension Router<StoreContext> {
    /// Answers each address that has routes with 405 where the method is another one. After all routes are there.
    func refuseOtherMethods() {
        let known: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options]
        let paths = Dictionary(grouping: routes, by: { $0.path.description })
        for routes in paths.values {
            let allowed = routes.map(\.method)
            let list = allowed.map(\.rawValue).sorted().joined(separator: ", ")
            for method in known where !allowed.contains(method) {
                on(routes[0].path, method: method) { _, _ -> Response in
                    var refusal = HTTPFailure(.methodNotAllowed, "This address takes \(list).").response
                    refusal.headers[.allow] = list
                    return refusal
                }
            }
        }
    }
}
